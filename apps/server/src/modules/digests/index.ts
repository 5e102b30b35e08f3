import { defineModule, STAYS, worker } from '../../module.ts'
import { deleteOldAreaUpdates } from './area-updates.queries.ts'
import { matchAreaChanges, notifyAreaChanges } from './area-updates.service.ts'
import { DIGEST_MAIL, sendDigest } from './send-digest.ts'
import { digestRoutes } from './digests.routes.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'
import { enqueueDigests } from './queue-digests.service.ts'
import { deleteOldStateChanges } from './saved-states.queries.ts'
import { notifySavedStates } from './saved-states.service.ts'
import { deleteOldSpotsNear } from './spots-near.queries.ts'
import { matchNewSpots, notifySpotsNear } from './spots-near.service.ts'

/** Days until a spot no longer counts as new. Must be longer than the seven days of a weekly email. */
const NEW_DAYS = 14
/** Number of days that the feed shows status changes. */
const STATE_DAYS = 30

/**
 * Opt-in notifications: weekly emails, new spots near saved ones, and changes in followed areas
 * (docs/decisions/0096-digest-and-places.md).
 */
export const digests = defineModule({
  name: 'digests',
  needs: ['db', 'jobs', 'mailer', 'secret', 'publicUrl'],
  tables: {
    digest_settings: STAYS.withAccount,
  },
  routes: [digestRoutes, unsubscribeRoutes],
  jobs: [worker(DIGEST_MAIL, sendDigest)],
  rollups: [
    { name: 'new spots', empties: ['new_spots'], pauseSeconds: 5, run: matchNewSpots },
    { name: 'area changes', empties: ['area_changes'], pauseSeconds: 5, run: matchAreaChanges },
  ],
  schedules: [
    { name: 'weekly emails', everySeconds: 60, run: enqueueDigests },
    { name: 'notifications of nearby spots', everySeconds: 120, run: notifySpotsNear },
    { name: 'notifications of spot changes', everySeconds: 60, run: notifySavedStates },
    { name: 'notifications of area changes', everySeconds: 120, run: notifyAreaChanges },
  ],
  cleanUps: [
    {
      name: 'expired new spots',
      everySeconds: 3600,
      removes: { spots_near: 'after 14 days, or with the notification about them' },
      run: ({ db }) => deleteOldSpotsNear(db, NEW_DAYS),
    },
    {
      name: 'expired spot changes',
      everySeconds: 3600,
      removes: { spot_state_changes: 'after the 30 days that the feed shows them' },
      run: ({ db }) => deleteOldStateChanges(db, STATE_DAYS),
    },
    {
      name: 'expired area changes',
      everySeconds: 3600,
      removes: { area_updates: 'after 14 days, or with the notification about them' },
      run: ({ db }) => deleteOldAreaUpdates(db, NEW_DAYS),
    },
  ],
})
