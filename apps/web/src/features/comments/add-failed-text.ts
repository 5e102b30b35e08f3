import { createContext } from 'react'
import { m } from '../../i18n/messages.ts'

/**
 * The text when a comment could not be added and the server gives no reason; screens may have a text of their own
 * (C-06).
 */
export const AddFailed = createContext<() => string>(m.comments_add_failed)
