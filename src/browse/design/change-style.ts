/** What changed between snapshots: threads, edited and deleted texts. */
export const CHANGE_STYLE = `
.changed{border-top:1px solid var(--line);padding:.6rem 0 .7rem}
.changed>:is(h2,h3){font-size:1rem;font-weight:600;margin:0 0 .2rem;text-wrap:wrap}
.changed h3 .title{color:var(--text);text-decoration:none}
.changed h3 .title:hover{color:var(--accent);text-decoration:underline}
.changed h3 .muted{font-weight:400;font-size:.9rem}
.changed :is(ul.plain,.fields>ul)>li{padding:.2rem 0;max-width:calc(var(--measure) + 8rem)}
.changed p{margin:.1rem 0}
.changes .plain>li.vanished{padding:.2rem .7rem;margin:.25rem 0}.changes .changed .plain>li.vanished{padding:.2rem .7rem}
.changes :is(.lost,.came){overflow-wrap:anywhere}.changes :is(.lost,.came)>.prose{font-size:.95rem}
.came{border-left:3px solid var(--good);padding-left:.7rem;margin:.25rem 0}
.edit{margin:.2rem 0}
.words{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid var(--line);padding-left:.7rem;margin:.25rem 0;max-width:var(--measure)}
.words ins{background:var(--added-soft);text-decoration:none}.words del{background:var(--removed-soft)}
.words del+ins{margin-left:.2em}
.fields{font-size:.86rem;color:var(--muted);margin:.2rem 0 0}
.fields>ul{margin:.2rem 0 .5rem}.changed .fields p{margin:.4rem 0 .1rem}
.changes pre.whole{white-space:pre-wrap;overflow-wrap:anywhere}
.reviewer{display:flex;flex-wrap:wrap;gap:0 .6rem;align-items:baseline}
.reviewer .verdict{font-size:.9rem}
.pushed .plain{min-width:0}
.pushed li,.pushed summary{line-height:1.6}
.pushed bdi{overflow-wrap:anywhere}
.conversation+.conversation{margin-top:.5rem}
`;
