/** Faces of people, signs of states, and signs of cited issues and pull requests. */
export const SIGN_STYLE = `
.who[data-face]::before,.face{display:inline-block;width:1.5rem;height:1.5rem;margin-right:.45rem;border-radius:50%;vertical-align:middle;object-fit:cover}
.who[data-face]::before{content:attr(data-face);content:attr(data-face)/"";font:600 .65rem/calc(1.5rem - 2px) var(--sans);letter-spacing:0;text-align:center;color:var(--text);background:color-mix(in srgb,var(--face,var(--muted)) 20%,var(--raised));border:1px solid color-mix(in srgb,var(--face,var(--muted)) 45%,var(--raised))}
.who.bot[data-face]::before{border-radius:4px}
.f0{--face:var(--accent)}.f1{--face:var(--good)}.f2{--face:var(--bad)}.f3{--face:var(--done)}.f4{--face:var(--code-word)}.f5{--face:var(--code-text)}.f6{--face:var(--code-value)}.f7{--face:var(--code-name)}
.happened .who[data-face]::before,.happened .face{width:1.2rem;height:1.2rem;font-size:.54rem;line-height:calc(1.2rem - 2px);margin-right:.35rem}
h1 .who[data-face]::before,h1 .face{width:2.6rem;height:2.6rem;font-size:1.05rem;line-height:calc(2.6rem - 2px);margin-right:.7rem}
.roles{display:inline-flex;gap:.3rem;margin-right:.4rem}
.state{display:inline-flex;align-items:center;gap:.3rem;white-space:nowrap}
.state svg{width:1rem;height:1rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.500}
.state-open{color:var(--good)}.state-closed{color:var(--done)}.state-merged{color:var(--done)}.state-draft{color:var(--muted)}
.state:has([aria-label="closed pull request"]),.pull>.state-closed{color:var(--bad)}
.happened .state{vertical-align:-.12em}
.titled{text-decoration:none;color:var(--text)}
.titled:hover{color:var(--accent);text-decoration:underline}
.titled .state{vertical-align:-.12em}
.cited::before{content:"";content:""/"";display:inline-block;width:.8em;height:.8em;margin-right:.2em;vertical-align:-.06em;background:var(--sign);--dot:radial-gradient(circle closest-side,currentColor 90%,#0000);--bar:linear-gradient(currentColor,currentColor)}
.cited{--ring:radial-gradient(circle closest-side,#0000 72%,currentColor 76%)}
[class*=cited-issue]::before{border-radius:50%;--sign:radial-gradient(circle closest-side,currentColor 28%,#0000 34%),var(--ring)}
.cited-issue-closed::before{--sign:radial-gradient(circle closest-side,#0000 18%,currentColor 24% 92%,#0000)}
[class*=cited-pull]::before{--sign:var(--dot) 0 0/.3em .3em no-repeat,var(--dot) 0 100%/.3em .3em no-repeat,var(--dot) 100% 100%/.3em .3em no-repeat,var(--bar) .11em 50%/.09em 80% no-repeat,var(--bar) .6em 100%/.09em 55% no-repeat,var(--bar) 80% .35em/.35em .09em no-repeat}
.cited-pull-merged::before{--sign:var(--dot) 0 0/.3em .3em no-repeat,var(--dot) 0 100%/.3em .3em no-repeat,var(--dot) 100% 55%/.3em .3em no-repeat,var(--bar) .11em 50%/.09em 80% no-repeat,var(--bar) 50% .4em/.5em .09em no-repeat}
.cited-pull-closed::before{--sign:var(--dot) 0 0/.3em .3em no-repeat,var(--dot) 0 100%/.3em .3em no-repeat,var(--dot) 100% 100%/.3em .3em no-repeat,var(--bar) .11em 50%/.09em 80% no-repeat,var(--bar) .6em 100%/.09em 45% no-repeat}
[class*=cited-discussion]::before{border-radius:25%;--sign:var(--bar) 0 0/100% 75% no-repeat,linear-gradient(45deg,#0000 50%,currentColor 50%) 20% 100%/.25em .25em no-repeat}
`;
