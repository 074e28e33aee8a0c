/** Badges have one shape: labels, states, topics, reactions, and marks such as "archived". */
export const BADGE_STYLE = `
.label,.tag,.topic,.reactions li{display:inline-flex;align-items:center;gap:.3rem;font:.82rem/1.5 var(--sans);letter-spacing:0;color:var(--text);text-decoration:none;border:1px solid var(--line);border-radius:.8rem;padding:0 .55rem;background:var(--raised);max-width:100%}
.label{overflow-wrap:anywhere}
:is(.tag,.topic){color:var(--muted)}.tag{white-space:nowrap}
h1 .tag{vertical-align:middle}
a:is(.label,.topic):hover{border-color:var(--accent)}
.label svg,.dot{width:.6rem;height:.6rem;flex:none}
.chips{display:flex;flex-wrap:wrap;gap:.3rem;margin:0 0 .6rem;padding:0;list-style:none;font-size:.86rem}
.chips a{display:inline-block;border:1px solid var(--line);border-radius:.8rem;padding:0 .6rem;text-decoration:none;background:var(--raised)}
.topic{margin:0 .3rem .3rem 0}
.reactions{display:flex;flex-wrap:wrap;gap:.3rem .5rem;list-style:none;margin:.5rem 0 0;padding:0;font-size:.86rem}
.tag.good{color:var(--good);border-color:currentColor}
.tag.warn{color:var(--bad);border-color:currentColor}
.thread-head .state{font-weight:600;font-size:.9rem;border:1px solid;border-radius:.8rem;padding:.02rem .6rem;background:color-mix(in srgb,currentColor 7%,transparent)}
`;

/** Menus that open below their button: orders of lists, branches, owners. */
export const MENU_STYLE = `
.sorts{position:relative;font-size:.9rem}
.sorts>summary,.ref-choice>summary{border:1px solid color-mix(in srgb,var(--muted) 55%,var(--line));border-radius:4px;background:var(--raised);padding:.1rem .6rem;list-style:none}
.sorts>summary::-webkit-details-marker,.ref-choice>summary::-webkit-details-marker{display:none}
.sorts>summary::after,.ref-choice>summary::after{content:" ▾";color:var(--muted)}
:is(.sorts,.ref-choice)>summary:hover{border-color:var(--accent)}
.sorts>ul{position:absolute;z-index:5;inset-inline-end:0;margin:.2rem 0 0;padding:.4rem .8rem;background:var(--raised);border:1px solid var(--line);border-radius:6px;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.18);white-space:nowrap}
.sorts [aria-current]{color:inherit;font-weight:600;text-decoration:none}
.progress{width:8rem}.thread-head .progress{width:auto;max-width:20rem;margin-block:.7rem .2rem}.thread-head .facts{display:flex;flex-wrap:wrap;gap:0 .9rem}
`;
