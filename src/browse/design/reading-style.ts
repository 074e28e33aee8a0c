/** The rail of a thread, a year at a glance, texts side by side, and the history of lines. */
export const READING_STYLE = `
.rail{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;margin-top:1.25rem}
.rail ol{list-style:none;margin:0;padding:0 0 0 .8rem;border-left:2px solid var(--line);font-size:.9rem}
.rail .turn a{color:var(--muted);font-size:.86rem;padding-left:.8rem}
.rail .turn a::before{content:"";width:.45rem;height:.45rem;border-radius:99px;background:var(--accent)}
.kept{margin-top:1.6rem}
.year{display:block;width:100%;max-width:46rem;height:auto;margin-bottom:.5rem;overflow:visible}
.year text{font-size:11px;fill:var(--muted)}
.year path{fill:none;stroke-width:10}
.year .days{stroke:var(--sunken);stroke-dasharray:10 2}
.year g{stroke:var(--good)}.year .level-1{opacity:.35}.year .level-2{opacity:.55}.year .level-3{opacity:.78}
.chips a[aria-current]{border-color:var(--accent);color:var(--accent);font-weight:600}
.side-by-side{width:100%;table-layout:fixed;font-size:.92rem;background:var(--raised);border:1px solid var(--line)}
.side-by-side th{padding:.35rem .7rem;border-bottom:1px solid var(--line);color:var(--muted);font-size:.86rem}
.side-by-side td{padding:.12rem .7rem;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}
.side-by-side td+td,.side-by-side th+th{border-left:1px solid var(--line)}
.side-by-side .added{background:var(--added-soft)}.side-by-side .removed{background:var(--removed-soft)}
.side-by-side ins{text-decoration:none;box-shadow:inset 0 -2px var(--good)}.side-by-side del{text-decoration:none;box-shadow:inset 0 -2px var(--bad)}
.line-history{list-style:none;margin:0;padding:0}
.line-history>li{padding:.7rem 0;border-top:1px solid var(--line)}
.line-history p{margin:0 0 .4rem}
.line-history .title{font-weight:550;color:var(--text);text-decoration:none}
.line-history .title:hover{color:var(--accent);text-decoration:underline}
.blame .past{color:var(--muted)}
@media (max-width:40rem){.year{width:42rem;max-width:none}.from-end{direction:rtl}.from-end>*{direction:ltr}}
@media print{.rail{display:none}.thread-head{break-after:avoid}.year path,.side-by-side td{print-color-adjust:exact}}
`;

/** Faces of people, signs of states, and signs of cited issues and pull requests. */
export const SIGN_STYLE = `
.who[data-face]::before,.face{display:inline-block;width:1.5rem;height:1.5rem;margin-right:.45rem;border-radius:50%;vertical-align:middle;object-fit:cover}
.who[data-face]::before{content:attr(data-face);content:attr(data-face)/"";font:600 .65rem/calc(1.5rem - 2px) var(--sans);letter-spacing:0;text-align:center;white-space:nowrap;overflow-wrap:normal;color:var(--text);background:color-mix(in srgb,var(--face,var(--muted)) 20%,var(--raised));border:1px solid color-mix(in srgb,var(--face,var(--muted)) 45%,var(--raised))}
.who.bot[data-face]::before{border-radius:4px}
.f0{--face:var(--accent)}.f1{--face:var(--good)}.f2{--face:var(--bad)}.f3{--face:var(--done)}.f4{--face:var(--code-word)}.f5{--face:var(--code-text)}.f6{--face:var(--code-value)}.f7{--face:var(--code-name)}
:is(.happened,.commits,.tip) .who[data-face]::before,:is(.happened,.commits,.tip) .face{width:1.2rem;height:1.2rem;font-size:.54rem;line-height:calc(1.2rem - 2px);margin-right:.35rem}
h1 .who[data-face]::before,h1 .face{width:2.6rem;height:2.6rem;font-size:1.05rem;line-height:calc(2.6rem - 2px);margin-right:.7rem}
.roles{display:inline-flex;gap:.3rem;margin-right:.4rem}
.state{display:inline-flex;align-items:center;gap:.3rem;white-space:nowrap}
.state svg{width:1rem;height:1rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.500}
.state-open{color:var(--good)}:is(.state-closed,.state-fixed){color:var(--done)}.state-merged{color:var(--done)}.state-draft{color:var(--muted)}
.state.unmerged,.pull>.state-closed{color:var(--bad)}
.happened .state{vertical-align:-.12em}
.titled{text-decoration:none;color:var(--text)}
a.titled:hover{color:var(--accent);text-decoration:underline}
.titled .state{vertical-align:-.12em}
.cited::before{content:"";content:""/"";display:inline-block;width:.8em;height:.8em;margin-right:.2em;vertical-align:-.06em;background:var(--sign);--dot:radial-gradient(circle closest-side,currentColor 90%,#0000);--bar:linear-gradient(currentColor,currentColor)}
.cited{display:inline-block;max-width:100%}
.cited{--ring:radial-gradient(circle closest-side,#0000 72%,currentColor 76%)}
[class*=cited-issue]::before{border-radius:50%;--sign:radial-gradient(circle closest-side,currentColor 28%,#0000 34%),var(--ring)}
.cited-issue-closed::before{--sign:linear-gradient(45deg,#0000 34%,currentColor 36% 64%,#0000 66%) .2em .37em/.18em .18em no-repeat,linear-gradient(135deg,#0000 40%,currentColor 42% 58%,#0000 60%) .3em .24em/.3em .32em no-repeat,var(--ring)}
:is(.cited-issue-closed,.cited-pull-merged)::before{color:var(--done)}[class*=cited-][class*=-open]::before{color:var(--good)}.cited-pull-closed::before{color:var(--bad)}
[class*=cited-pull]::before{--sign:var(--dot) 0 0/.3em .3em no-repeat,var(--dot) 0 100%/.3em .3em no-repeat,var(--dot) 100% 100%/.3em .3em no-repeat,var(--bar) .11em 50%/.09em 80% no-repeat,var(--bar) .6em 100%/.09em 55% no-repeat,var(--bar) 80% .35em/.35em .09em no-repeat}
.cited-pull-merged::before{--sign:var(--dot) 0 0/.3em .3em no-repeat,var(--dot) 0 100%/.3em .3em no-repeat,var(--dot) 100% 55%/.3em .3em no-repeat,var(--bar) .11em 50%/.09em 80% no-repeat,var(--bar) 50% .4em/.5em .09em no-repeat}
.cited-pull-closed::before{--sign:var(--dot) 0 0/.3em .3em no-repeat,var(--dot) 0 100%/.3em .3em no-repeat,var(--dot) 100% 100%/.3em .3em no-repeat,var(--bar) .11em 50%/.09em 80% no-repeat,var(--bar) .6em 100%/.09em 45% no-repeat}
[class*=cited-discussion]::before{border-radius:25%;--sign:var(--bar) 0 0/100% 75% no-repeat,linear-gradient(45deg,#0000 50%,currentColor 50%) 20% 100%/.25em .25em no-repeat}
`;

/** Targets are 24 px high (WCAG 2.2, 2.5.8), except for links within text and line numbers, which its height limits. */
export const TARGET_STYLE = `
.facets li,.plain>li,.top nav li,.trail li,.ways li,.chips li,.states>a,.foot>a,.foot>span>a,.banner>a,.tip a,.pages a{min-height:1.6rem;line-height:1.6rem}
.facets li a,.top nav a,.trail ol a,.ways a,.foot a,.banner a,.states>a{display:inline-block;min-height:1.6rem;min-width:1.6rem}
.facets li a{display:inline-flex;align-items:center}
a:is(.label,.topic),.copy,.top button,:is(.ref-choice,.sorts)>summary,.chips a{min-height:1.6rem}
.rows .title,.cards .title,.commits .title{display:inline-block;min-height:1.6rem}
.said>.by>a,.remark>.by>a{line-height:1.6rem}
.file-tree a{display:inline-block;min-height:1.6rem;line-height:1.6rem}
summary{min-height:1.6rem}
`;

/** More contrast (`prefers-contrast: more`): no grey texts and lines. */
export const CONTRAST_STYLE =
  '@media (prefers-contrast:more){:root:root:root{--muted:var(--text);--line:var(--text)}}';

/** Forced colours (`forced-colors: active`): colours of the system, and shapes instead of backgrounds. */
export const FORCED_STYLE = `
@media (forced-colors:active){
:root:root:root{--paper:Canvas;--raised:Canvas;--sunken:Canvas;--text:CanvasText;--muted:CanvasText;--line:CanvasText;--accent:LinkText;--accent-soft:Canvas;--mark:Mark;--good:CanvasText;--bad:CanvasText;--done:CanvasText;--added-soft:Canvas;--removed-soft:Canvas;--code-word:CanvasText;--code-text:CanvasText;--code-value:CanvasText;--code-name:CanvasText;--series-1:CanvasText;--series-2:LinkText;--series-3:VisitedText;--series-4:GrayText}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
mark{forced-color-adjust:none;background:Mark;color:MarkText}
.cited::before{forced-color-adjust:none;color:LinkText}
.tabs a[aria-current]{border-color:Highlight}
[aria-current]{font-weight:600}
.tabs a:not([aria-current]){border-color:Canvas}
.said:target,.happened:target,.conversation:target,.remark:target,.rows>li:target,.lines tr:target,.lines tr.in-range,.chosen,.suggestions [aria-selected=true]{outline:2px solid Highlight}
.meter,.prose pre,.notebook pre.code{border:1px solid CanvasText}
.chart svg,.dot{forced-color-adjust:none}
.added ins,.removed del{text-decoration:underline}
.split .c.added::before{content:"+ "}.split .c.removed::before{content:"− "}
}
`;
