/** A mail address, also with an escaped at sign, but not the user of an address that git clones from, nor a version of a package. */
export const MAIL_ADDRESS =
  /(?:(?<![a-z\d.+-])(?!_|(?<=%)[\da-f]{2})|(?<=%[\da-f]{2}))(?!git@)[\w.+-]{1,64}(?:@|%40)(?!mail\.invalid)(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?!_*[a-z\d-])/gi;
