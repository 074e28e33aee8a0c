/** The rail of a thread, a year at a glance, texts side by side, and the history of lines. */
export const READING_STYLE = `
.rail{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow:auto;margin-top:1.25rem}
.rail ol{list-style:none;margin:0;padding:0 0 0 .8rem;border-left:2px solid var(--line);font-size:.9rem}
.rail .turn a{color:var(--muted);font-size:.86rem;padding-left:.8rem}
.rail .turn a::before{content:"";width:.45rem;height:.45rem;border-radius:99px;background:var(--accent)}
.kept{margin-top:1.6rem}
.year{display:block;width:100%;min-width:40rem;max-width:46rem;height:auto}
.year text{font-size:9px;fill:var(--muted)}
.year path{fill:none;stroke-width:10}
.year .days{stroke:var(--sunken);stroke-dasharray:10 2}
.year .level-1{stroke:color-mix(in srgb,var(--good) 35%,var(--sunken))}
.year .level-2{stroke:color-mix(in srgb,var(--good) 55%,var(--sunken))}
.year .level-3{stroke:color-mix(in srgb,var(--good) 78%,var(--sunken))}
.year .level-4{stroke:var(--good)}
.months{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;margin:.5rem 0;padding:0;font-size:.9rem}
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
@media print{.rail{display:none}.thread-head{break-after:avoid}.year path,.side-by-side td{print-color-adjust:exact}}
`;
