/** What only the script puts on pages: suggestions, the help, short notes. */
export const COMFORT_STYLE = `
[hidden]{display:none!important}
.top form{position:relative}
.top button{padding:.1rem .5rem;line-height:1.4}
.suggestions{position:absolute;inset:calc(100% + .25rem) 0 auto 0;z-index:8;list-style:none;margin:0;padding:.25rem;background:var(--raised);border:1px solid var(--line);border-radius:6px;box-shadow:0 .5rem 1.5rem rgb(0 0 0/.18);max-height:70vh;overflow:auto}
.suggestions a{display:flex;justify-content:space-between;gap:1rem;padding:.3rem .5rem;color:var(--text);text-decoration:none;border-radius:4px}
.suggestions span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.suggestions small{color:var(--muted);white-space:nowrap}
.suggestions [aria-selected=true] a,.suggestions a:hover{background:var(--accent-soft)}
.comfort-note{position:fixed;left:50%;bottom:1.5rem;translate:-50% 0;z-index:9;max-width:90vw;background:var(--text);color:var(--paper);padding:.4rem .9rem;border-radius:6px;font-size:.9rem;visibility:hidden;overflow-wrap:anywhere}
.comfort-note.is-shown{visibility:visible}
.comfort-help{background:var(--raised);color:var(--text);border:1px solid var(--line);border-radius:8px;max-width:44rem;width:calc(100% - 2rem);max-height:85vh;overflow:auto;padding:1.2rem 1.5rem}
.comfort-help::backdrop{background:rgb(0 0 0/.45)}
.comfort-help h2{margin-top:0}
.comfort-help dl{columns:2 16rem;margin:0;font-size:.92rem}
.comfort-help dl>div{display:flex;gap:.7rem;break-inside:avoid;padding:.12rem 0}
.comfort-help dt{min-width:4.2rem;display:flex;align-items:flex-start;gap:.2rem}
.comfort-help dd{margin:0}
.comfort-help label{display:block;margin:.3rem 0}
.comfort-help form{margin-top:1rem;text-align:right}
progress{width:100%;max-width:30rem;accent-color:var(--accent)}
.rows>li.chosen,.cards>li.chosen{outline:2px solid var(--accent);outline-offset:-1px}
@media print{.comfort-note,.suggestions,.comfort-help{display:none!important}}
`;
