/**
 * The style of all charts, as a part of the style sheet. It uses the colours `--text`, `--muted` and `--line` of the
 * page; its own colours can also be told apart with red-green colour blindness, in light and dark mode.
 */
export const CHART_STYLE = `
:root{--series-1:#2563a8;--series-2:#c2540a;--series-3:#5b4b9e;--series-4:#0f766e}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,34rem),1fr));gap:0 2.5rem;margin-top:1.4rem}
.charts>.chart{display:grid;grid-template:subgrid/minmax(0,1fr);grid-row:span 3;align-items:start;margin-bottom:2rem}
.of-bars{columns:2 34rem;column-gap:2.5rem}
.of-bars>.chart{break-inside:avoid;margin-bottom:2rem}
.bars>li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;overflow-wrap:anywhere;margin-bottom:.4rem}
.bars svg{width:100%}
.chart{margin:0;min-width:0}
.chart h2{font-size:1rem;margin:0}
.chart figcaption p{color:var(--muted);font-size:.85rem;margin:.2rem 0 .5rem;max-width:60ch}
main>.chart{max-width:46rem;margin:.6rem 0 1.2rem}
.chart>svg{display:block;width:100%;overflow:visible}
.chart-at{stroke:var(--text)}.chart-at>*{opacity:0}.chart-at>:hover{opacity:.12}
.chart-key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;margin:0 0 .4rem;padding:0;font-size:.8rem}
.chart-swatch{width:.7em;height:.7em}.chart-swatch.of-line{width:1.7em}
.chart details{font-size:.85rem;margin-top:.3rem}
.table-frame{overflow:auto;max-height:22rem}
.table-frame th,.table-frame td{text-align:right;padding:.1rem .6rem;white-space:nowrap;font-variant-numeric:tabular-nums}
.table-frame th:first-child{text-align:left}
.grid{stroke:var(--line);stroke-width:1;fill:none}
.tick{fill:var(--muted);font-size:11px}
.tick-y,.tick-end{text-anchor:end}
.tick-x{text-anchor:middle}
.line-1,.line-2,.line-3,.line-4{fill:none;stroke-width:1.6;stroke-linejoin:round;vector-effect:non-scaling-stroke}
.line-1{stroke:var(--series-1)}.line-2{stroke:var(--series-2)}.line-3{stroke:var(--series-3)}.line-4{stroke:var(--series-4)}
.line-2{stroke-dasharray:5 2}.line-4{stroke-dasharray:2 2}
.series-1{fill:var(--series-1)}.series-2{fill:var(--series-2)}.series-3{fill:var(--series-3)}.series-4{fill:var(--series-4)}
.area-1,.area-2{stroke:none;opacity:.16}.area-1{fill:var(--series-1)}.area-2{fill:var(--series-2)}
.sparkline{width:11rem;height:1.75rem;vertical-align:middle}
@media (max-width:40rem){.tick-more{display:none}.tick{font-size:20px}.chart>svg{margin-top:.7rem}.tick-y{text-anchor:start;transform:translate(-38px,-8px)}:is(.tick-x,.tick-end){transform:translateY(9px)}.chart>svg{margin-bottom:.4rem}}
@media print{.chart{break-inside:avoid}.chart details:not([open]){display:none}}
`;

/** The colours of the series in dark mode. */
export const CHART_STYLE_DARK = '--series-1:#6cb0f5;--series-2:#f5a45d;--series-3:#b3a5f5;--series-4:#4fd1c0';
