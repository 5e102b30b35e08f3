import { createContext } from 'react'
import { m } from '../../i18n/messages.ts'

/** The error text if a comment couldn't be added and the server gives no reason. Screens may override it (C-06). */
export const AddFailed = createContext<() => string>(m.comments_add_failed)
