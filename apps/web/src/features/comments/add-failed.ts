import { createContext } from 'react'
import { m } from '../../i18n/messages.ts'

/** What is said when a comment could not be added and nobody knows better; screens may have words of their own (C-06). */
export const AddFailed = createContext<() => string>(m.comments_add_failed)
