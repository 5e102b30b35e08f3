/** A text behind a link: words stand apart from it, a full stop does not. */
export const afterLink = (text: string): string => (/^[.。]/.test(text) ? text : ` ${text}`)
