import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { bustKeys } from '../../lib/keys/busts.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, toast } from '../../ui/index.ts'
import { bustsQuery } from './bust-requests.ts'
import { dateText, hourText, OUTCOME_TEXTS } from './bust-text.ts'
import styles from './busts.module.css'

/** The maximum number of reports to show. */
const SHOWN = 3

/** The viewer's latest reports about a spot, each with a button to withdraw it. Renders nothing if there are none. */
export function OwnReports({ spotId }: { spotId: string }) {
  const client = useQueryClient()
  const { data } = useQuery(bustsQuery(spotId))
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (day: string) =>
      call('DELETE /api/spots/:spot_id/busts/:day', { params: { spot_id: spotId, day } }),
    onSuccess: () => client.invalidateQueries({ queryKey: bustKeys.one(spotId) }),
    onError: (error) =>
      toast({
        kind: 'error',
        title: m.busts_withdraw_failed(),
        description: whyNot(error, m.busts_try_again()),
      }),
  })
  if (!data || data.mine.length === 0) return null
  return (
    <section className={styles.section} aria-label={m.busts_own_title()}>
      <h3 className={styles.subtitle}>{m.busts_own_title()}</h3>
      <ul className={styles.mine}>
        {data.mine.slice(0, SHOWN).map(({ day, hour, outcome }) => (
          <li key={day}>
            <span>
              {m.busts_own_report({
                day: dateText(day),
                hour: hourText(hour),
                outcome: OUTCOME_TEXTS[outcome](),
              })}
            </span>
            <Button
              size="sm"
              busy={isPending && variables === day && m.busts_sending()}
              onClick={() => mutate(day)}
            >
              {m.busts_withdraw()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
