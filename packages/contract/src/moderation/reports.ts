import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Id, Moment } from '../shapes.ts'
import { OptionalText } from '../texts.ts'
import { REPORT_TYPES } from './report-types.ts'

const NewReport = z
  .object({
    report_type: z.enum(REPORT_TYPES),
    description: OptionalText(LIMITS.report_max),
    reported_spot_id: Id.optional(),
    reported_post_id: Id.optional(),
    reported_comment_id: Id.optional(),
    reported_user_id: Id.optional(),
    /** A message that the reporter received. Moderators see its content, but nothing else from the conversation. */
    reported_message_id: Id.optional(),
    reported_discussion_id: Id.optional(),
    reported_list_id: Id.optional(),
    reported_bulletin_id: Id.optional(),
    /** A crew that the reporter is in or was invited to. Moderators see its name but nothing else. */
    reported_crew_id: Id.optional(),
    reported_meetup_id: Id.optional(),
  })
  .meta({ id: 'NewReport' })

/** Reports to moderators. */
export const reportEndpoints = {
  report: endpoint('POST /api/reports', {
    summary:
      'Report a spot, post, comment, person, message, discussion, list, bulletin, meetup, or crew name to the moderators. Each person can have one open report about the same content, and a second report replaces the first. Returns the report.',
    policy: 'member',
    rate: 'report',
    body: NewReport,
    answer: z.object({
      id: Id,
      reporter_id: Id,
      report_type: z.enum(REPORT_TYPES),
      description: z.string().nullable(),
      reported_spot_id: Id.nullable(),
      reported_post_id: Id.nullable(),
      reported_comment_id: Id.nullable(),
      reported_user_id: Id.nullable(),
      reported_message_id: Id.nullable(),
      reported_discussion_id: Id.nullable(),
      reported_list_id: Id.nullable(),
      reported_bulletin_id: Id.nullable(),
      reported_crew_id: Id.nullable(),
      reported_meetup_id: Id.nullable(),
      created_at: Moment,
      /** Whether this replaced the person's open report about the same subject. */
      repeated: z.boolean(),
    }),
    status: 201,
    errors: [
      'NOTHING_REPORTED',
      'OWN_THING',
      'SPOT_NOT_FOUND',
      'POST_NOT_FOUND',
      'COMMENT_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'MESSAGE_NOT_FOUND',
      'DISCUSSION_NOT_FOUND',
      'LIST_NOT_FOUND',
      'BULLETIN_NOT_FOUND',
      'CREW_NOT_FOUND',
      'MEETUP_NOT_FOUND',
    ],
  }),
}
