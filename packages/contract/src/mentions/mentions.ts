import { z } from 'zod'
import { Id } from '../shapes.ts'

/** An `@name` in a text, in lower case, and the person it refers to even if they have changed their name. */
export const Mention = z.object({ username: z.string(), user_id: Id }).meta({ id: 'Mention' })

/** An `@name` in a text, and the person it refers to. */
export type Mention = z.output<typeof Mention>
