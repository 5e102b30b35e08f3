import { z } from 'zod'
import { Id } from '../shapes.ts'

/** An `@name` in lowercase, and the person it refers to, who may have changed their name since. */
export const Mention = z.object({ username: z.string(), user_id: Id }).meta({ id: 'Mention' })

/** An `@name` and the person it refers to. */
export type Mention = z.output<typeof Mention>
