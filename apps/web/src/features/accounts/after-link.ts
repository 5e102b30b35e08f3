/** The text behind a link, apart from it unless it is a full stop. */
export const afterLink = (text: string): string => (/^[.。]/.test(text) ? text : ` ${text}`)
