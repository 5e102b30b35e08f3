/** The text after a link, preceded by a space unless it starts with a full stop. */
export const afterLink = (text: string): string => (/^[.。]/.test(text) ? text : ` ${text}`)
