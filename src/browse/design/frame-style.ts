/** What stands around every page: the top bar, the banner, the trail and tabs, the columns, the foot. */
export const FRAME_STYLE = `
.top,.banner,.trail,.columns,.foot{padding-inline:max(1rem,calc((100vw - 92rem)/2))}
.top{display:flex;align-items:center;gap:.5rem 1.25rem;flex-wrap:wrap;padding-block:.55rem;border-bottom:1px solid var(--line);background:var(--raised)}
.brand{display:flex;align-items:center;gap:.45rem;font:600 1.12rem var(--serif);color:var(--text);text-decoration:none}
.brand svg{width:1.35rem;height:1.35rem}
.top form{flex:1 1 16rem;max-width:40rem;display:flex}
.top input{width:100%;min-width:0}
.top nav{margin-left:auto}
.top nav ul{display:flex;flex-wrap:wrap;gap:0 1rem;list-style:none;margin:0;padding:0}
.top nav a{color:var(--muted);text-decoration:none;font-size:.92rem}
.top nav a:hover,.top nav [aria-current]{color:var(--accent)}
.banner{margin:0;padding-block:.3rem;font-size:.84rem;color:var(--muted);background:var(--sunken);border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}
.trail{padding-top:.9rem}
.trail ol{display:flex;flex-wrap:wrap;gap:0 .4rem;list-style:none;margin:0;padding:0;font-size:.95rem}
.trail ol li+li::before{content:"/";color:var(--muted);margin-right:.4rem}
.tabs{display:flex;gap:0 1.15rem;list-style:none;margin:.35rem 0 0;padding:0;border-bottom:1px solid var(--line);overflow-x:auto;scrollbar-width:thin}
.tabs a{display:block;padding:.3rem 0 .45rem;color:var(--muted);text-decoration:none;white-space:nowrap;border-bottom:2px solid transparent;margin-bottom:-1px}
.tabs a:hover{color:var(--text)}
.tabs a[aria-current]{color:var(--text);border-color:var(--accent)}
.count{font-size:.8rem;color:var(--muted);font-variant-numeric:tabular-nums;margin-left:.15rem}
.columns{flex:1;width:100%;padding-block:1.25rem 3rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem 3rem;align-content:start}
.columns.text>main{max-width:calc(var(--measure) + 4rem)}
.columns>main,.columns>aside{min-width:0}
@media (min-width:62rem){.columns.with-aside{grid-template-columns:minmax(0,1fr) 17rem}}
aside h2{font-size:.8rem;letter-spacing:.04em;text-transform:uppercase;color:var(--muted);margin:1.25rem 0 .35rem}
aside>h2:first-child,aside>.facets:first-child>h2:first-child{margin-top:.2rem}
.foot{border-top:1px solid var(--line);padding-block:.8rem;font-size:.84rem;color:var(--muted);display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
.foot a{color:inherit}
@media (max-width:40rem){.top{gap:.45rem .8rem}.top button{order:1;margin-left:auto}.top nav{order:2;flex-basis:100%;margin-left:0}.top form{order:3;flex-basis:100%}h1{font-size:1.4rem}}
`;
