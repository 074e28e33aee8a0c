/** Conversations: who and when stand in the margin, what was said beside them. */
export const THREAD_STYLE = `
.thread-head{border-bottom:1px solid var(--line);padding-bottom:.7rem;margin-bottom:.4rem}
.thread-head:has(.tabs){border-bottom:0;padding-bottom:0}
.thread-head h1 .ref{color:var(--muted);font-weight:400}
.thread-head .state{align-items:baseline}
.thread-head .state svg{position:relative;top:.14em}
.thread-head .facts-list+.ways{margin-top:.7rem}
.thread-head p{margin:.2rem 0;color:var(--muted)}
.said{display:grid;grid-template-columns:11rem minmax(0,var(--measure));gap:.2rem 1.5rem;padding:1rem 0;border-bottom:1px solid var(--line)}
.said>.by{font-size:.88rem;color:var(--muted);line-height:1.4;overflow-wrap:anywhere}
.said>.by .who{font-weight:600;color:var(--text);text-decoration:none;display:block}
.said>.by .who:hover{color:var(--accent);text-decoration:underline}
.said>.by .role{display:block}
.said>.by a{color:inherit}
.said:target,.happened:target,.talk:target{background:var(--accent-soft);box-shadow:-.6rem 0 0 var(--accent-soft)}
.said-text{min-width:0}
.happened{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:0 1.5rem;padding:.22rem 0;font-size:.89rem;color:var(--muted)}
.happened>time,.happened>.at{text-align:left}
.happened .who{color:var(--text);font-weight:600;text-decoration:none}
.happened+.said{border-top:1px solid var(--line);margin-top:.5rem}
.said+.happened{margin-top:.5rem}
.happened code{overflow-wrap:anywhere}
.reactions{display:flex;flex-wrap:wrap;gap:.3rem .5rem;list-style:none;margin:.5rem 0 0;padding:0;font-size:.86rem}
.reactions li{border:1px solid var(--line);border-radius:99px;padding:0 .5rem;background:var(--raised)}
.verdict{font-weight:600}
.verdict.approved{color:var(--good)}.verdict.changes_requested{color:var(--bad)}
.talk{margin:.8rem 0 0;border:1px solid var(--line);border-radius:4px;background:var(--raised);min-width:0}
.talk>summary,.talk>.place{padding:.35rem .7rem;font-size:.88rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.talk:not([open])>summary{border-bottom:0}
.talk .remark{padding:.5rem .7rem;border-top:1px solid var(--line)}
.talk .remark:first-of-type{border-top:0}
.talk .remark .by{font-size:.86rem;color:var(--muted)}
.talk .remark .who{font-weight:600;color:var(--text);text-decoration:none}
.hunk{margin:0;overflow-x:auto;font:.82rem/1.5 var(--mono);padding:.3rem 0;border-bottom:1px solid var(--line);background:var(--sunken)}
.hunk span{display:block;padding:0 .7rem;white-space:pre;min-width:max-content}
.hunk .added{background:var(--added-soft)}.hunk .removed{background:var(--removed-soft)}.hunk .where{color:var(--muted)}
.edits{font-size:.86rem;color:var(--muted);margin-top:.4rem}
.edits ins{background:var(--added-soft);text-decoration:none}.edits del{background:var(--removed-soft)}
.tag{border:1px solid var(--line);border-radius:3px;padding:0 .35rem;font-size:.8rem;color:var(--muted);white-space:nowrap}
.tag.warn{color:var(--bad);border-color:currentColor}
@media (max-width:48rem){.said,.happened{grid-template-columns:minmax(0,1fr)}.said>.by .who,.said>.by .role{display:inline;margin-right:.4rem}.happened>time{font-size:.8rem}}
`;
