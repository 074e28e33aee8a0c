/** Lists, tables, facets and what stands in their rows. */
export const LIST_STYLE = `
.rows{list-style:none;margin:0;padding:0;border-top:1px solid var(--line)}
.rows>li{border-bottom:1px solid var(--line);padding:.5rem 0;display:grid;grid-template-columns:1.4rem minmax(0,1fr) auto;gap:0 .5rem}
.rows>li:target,.rows>li.chosen{background:var(--accent-soft)}
.rows>li>.state{align-self:start;margin-top:.22rem}
.rows .title{font-weight:550;color:var(--text);text-decoration:none;overflow-wrap:anywhere}
.rows .title:hover{color:var(--accent);text-decoration:underline}
.rows .facts{grid-column:2/-1;color:var(--muted);font-size:.86rem;display:flex;flex-wrap:wrap;gap:0 .6rem}
.rows .facts a{color:inherit}
.rows .end{color:var(--muted);font-size:.86rem;white-space:nowrap}
.rows.bare>li{grid-template-columns:minmax(0,1fr) auto}
.rows.bare>li>span:first-child:empty{display:none}
.rows.bare .facts{grid-column:1/-1}
.state{display:inline-flex;align-items:center;gap:.3rem;white-space:nowrap}
.state svg{width:.95rem;height:.95rem;flex:none}
.state-open{color:var(--good)}.state-closed{color:var(--bad)}.state-merged{color:var(--done)}.state-draft{color:var(--muted)}
.label{display:inline-flex;align-items:center;gap:.3rem;font-size:.82rem;color:var(--text);text-decoration:none;white-space:nowrap;border:1px solid var(--line);border-radius:99px;padding:0 .5rem;background:var(--raised);max-width:100%;overflow:hidden;text-overflow:ellipsis}
a.label:hover{border-color:var(--accent)}
.label svg,.dot{width:.6rem;height:.6rem;flex:none}
.labels{display:inline-flex;flex-wrap:wrap;gap:.15rem .3rem}
.filter{display:flex;gap:.5rem;flex-wrap:wrap;align-items:center;margin:0 0 .6rem}
.filter input[type=search]{flex:1 1 18rem;min-width:0}
.chips{display:flex;flex-wrap:wrap;gap:.3rem;margin:0 0 .6rem;padding:0;list-style:none;font-size:.86rem}
.chips a{display:inline-block;border:1px solid var(--line);border-radius:99px;padding:0 .6rem;text-decoration:none;background:var(--raised)}
.states{display:flex;flex-wrap:wrap;gap:.2rem 1rem;align-items:baseline;margin:0 0 .4rem;font-size:.92rem}
.states a{color:var(--muted);text-decoration:none}
.states [aria-current]{color:var(--text);font-weight:600}
.states .sorts{margin-left:auto}
.facets ul{list-style:none;margin:0;padding:0;font-size:.9rem}
.facets li{display:flex;justify-content:space-between;gap:.5rem;line-height:1.55}
.facets li a{color:var(--text);text-decoration:none;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;display:inline-flex;align-items:center;gap:.35rem}
.facets li a:hover{color:var(--accent)}
.facets li a[aria-current]{color:var(--accent);font-weight:600}
@media (max-width:40rem){.rows .facts{display:block}.rows .facts>span{margin-right:.5rem}}
.scroll+.filter,.grid-table+.filter{margin-top:1rem}
.pages{display:flex;justify-content:space-between;margin:1rem 0;gap:1rem}
.grid-table{width:100%;font-size:.92rem}
.grid-table caption{text-align:left;color:var(--muted);font-size:.86rem;padding-bottom:.3rem}
.grid-table th,.grid-table td{border-bottom:1px solid var(--line);padding:.32rem .8rem .32rem 0;vertical-align:top;text-align:left}
.grid-table thead th{color:var(--muted);font-size:.82rem;font-weight:600;white-space:nowrap}
.grid-table .number{text-align:right;white-space:nowrap}
.grid-table .number:not(:last-child){padding-right:1.6rem}
.grid-table th,.grid-table td{max-width:34rem;overflow-wrap:break-word}
@media (max-width:40rem){.scroll>.grid-table tr:has(>:nth-child(4))>:not(.number){min-width:6.5rem}.scroll>.grid-table th,.scroll>.grid-table td{max-width:18rem}}
.facts-list{display:grid;grid-template-columns:fit-content(46%) minmax(0,1fr);gap:.15rem .9rem;margin:0;font-size:.92rem}
.facts-list dt{color:var(--muted);overflow-wrap:anywhere}
.facts-list dd{margin:0;overflow-wrap:anywhere}
.facts-list .edits{margin:0;font-size:inherit}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:0 2.5rem;list-style:none;margin:0;padding:0}
.cards>li{padding:.65rem 0;border-top:1px solid var(--line)}
.cards p{margin:.15rem 0}
.topic{font-size:.82rem;color:var(--muted);margin-right:.5rem}
.meter{display:block;width:100%;height:.4rem;border:0;border-radius:99px;background:var(--line);appearance:none;overflow:hidden}
.meter::-webkit-meter-inner-element{display:block}
.meter::-webkit-meter-bar{height:100%;border:0;border-radius:0;background:var(--line)}
.meter::-webkit-meter-optimum-value,.meter::-moz-meter-bar{background:var(--good)}
.vanished{border-left:3px solid var(--bad);padding-left:.7rem}
.rows .snippet{grid-column:2/-1}
.snippet{margin:.2rem 0 0;max-width:var(--measure);font-size:.9rem;color:var(--muted);overflow-wrap:anywhere}
.sql{width:100%;max-width:70rem}
.snippet mark{color:var(--text)}
`;
