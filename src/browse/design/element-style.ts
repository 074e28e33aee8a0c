/** How plain elements look. */
export const ELEMENT_STYLE = `
:root{--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;--serif:"Iowan Old Style","Palatino Linotype",Charter,"Bitstream Charter",Georgia,"Noto Serif",serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;--measure:74ch}
*,*::before,*::after{box-sizing:border-box}
html{font:15px/1.5 var(--sans);background:var(--paper);color:var(--text);-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;min-height:100vh;display:flex;flex-direction:column}
h1,h2,h3{overflow-wrap:anywhere;line-height:1.25;text-wrap:balance;font-weight:600}
h1{font:600 1.7rem/1.22 var(--serif);margin:0 0 .6rem;letter-spacing:-.005em;overflow-wrap:anywhere}
h2{font-size:1.02rem;margin:1.8rem 0 .5rem}
h3{font-size:.95rem;margin:1.2rem 0 .4rem}
p{margin:.5rem 0}
a{color:var(--accent);text-decoration-thickness:1px;text-underline-offset:.18em}
a:not(:hover){text-decoration-color:color-mix(in srgb,currentColor 35%,transparent)}
a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
code,kbd,pre,samp,.mono{font-family:var(--mono);font-size:.88em}
kbd{border:1px solid var(--line);border-bottom-width:2px;border-radius:3px;padding:0 .35em;background:var(--raised)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th{text-align:left;font-weight:600}
mark{background:var(--mark);color:inherit;border-radius:2px;padding:0 .1em}
button,input,select,textarea{font:inherit;color:inherit}
input,select,textarea{background:var(--raised);border:1px solid color-mix(in srgb,var(--muted) 55%,var(--line));border-radius:4px;padding:.25rem .55rem}
button,.button{display:inline-block;background:var(--raised);border:1px solid color-mix(in srgb,var(--muted) 55%,var(--line));border-radius:4px;padding:.25rem .75rem;cursor:pointer;color:inherit;text-decoration:none}
button:hover,.button:hover{border-color:var(--accent);color:var(--accent)}
summary{cursor:pointer}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
time{white-space:nowrap}
img,svg{max-width:100%}
.muted,.hint{color:var(--muted)}
.small{font-size:.86rem}
.number{text-align:right}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:.5rem;top:.5rem;z-index:9;background:var(--raised);padding:.4rem .8rem}
.empty{color:var(--muted);max-width:60ch;border-left:3px solid var(--line);padding:.2rem 0 .2rem .9rem;margin:1rem 0}
.scroll{overflow-x:auto}
.plain{list-style:none;margin:0;padding:0}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;
