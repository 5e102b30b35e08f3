import { z } from 'zod'
import { Id } from '../shapes.ts'

/** An `@name` of a text, in lower case, and the person it means, whatever their present name. */
export const Mention = z.object({ username: z.string(), user_id: Id }).meta({ id: 'Mention' })

/** An `@name` of a text, and the person it means. */
export type Mention = z.output<typeof Mention>
