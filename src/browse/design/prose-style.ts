/** Texts that people wrote, as Markdown makes them. */
export const PROSE_STYLE = `
.prose{overflow-wrap:anywhere;line-height:1.6;max-width:var(--measure)}
.prose>:first-child{margin-top:0}.prose>:last-child{margin-bottom:0}
.prose h1,.prose h2,.prose h3,.prose h4,.prose h5,.prose h6{font:600 1.05rem/1.3 var(--sans);margin:1.4em 0 .4em}
.prose h1{font:600 1.4rem/1.25 var(--serif)}.prose h2{font:600 1.2rem/1.25 var(--serif)}
.prose ul,.prose ol{padding-left:1.5rem;margin:.5rem 0}
.prose li+li{margin-top:.15rem}
.prose pre{background:var(--sunken);border-radius:4px;padding:.7rem .9rem;overflow-x:auto;line-height:1.5;font-size:.86rem}
.prose pre code{font-size:inherit;background:none;padding:0}
.prose code{background:var(--sunken);border-radius:3px;padding:.1em .3em}
.prose blockquote{margin:.6rem 0;padding-left:1rem;border-left:3px solid var(--line);color:var(--muted)}
.prose table{display:block;overflow-x:auto;max-width:100%;margin:.7rem 0}
.prose th,.prose td{border:1px solid var(--line);padding:.25rem .6rem}
.prose img{max-width:100%;height:auto;border-radius:3px}
.prose .task{list-style:none;margin-left:-1.3rem}
`;
