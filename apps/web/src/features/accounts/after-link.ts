/** Formats text that follows a link: adds a leading space unless the text starts with a period. */
export const afterLink = (text: string): string => (/^[.。]/.test(text) ? text : ` ${text}`)
