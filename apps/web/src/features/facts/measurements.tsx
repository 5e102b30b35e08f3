import type { FactMeasurement, Spot } from '@nollie/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { call } from '../../lib/api.ts'
import { getName } from '../../lib/text/person-name.ts'
import { sizeText } from '../../lib/text/size-text.ts'
import { whyNot } from '../../ui/error-text.ts'
import { Button, toast } from '../../ui/index.ts'
import { measurementsQuery } from './fact-requests.ts'
import { MarkPhoto } from './mark-photo.tsx'
import { namedMarks } from './measure-marks.ts'
import { agreementText, measuredSize } from './measured-text.tsx'
import styles from './measure.module.css'

type RowProps = { spot: Pick<Spot, 'id' | 'name'>; measurement: FactMeasurement }

function Row({ spot, measurement }: RowProps) {
  const client = useQueryClient()
  const [shown, setShown] = useState(false)
  const { media, height, length, user, deck_cm, is_own, id } = measurement
  const remove = async () => {
    try {
      await call('DELETE /api/measurements/:measurement_id', { params: { measurement_id: id } })
    } catch (error) {
      toast({
        kind: 'error',
        title: m.facts_failed_title(),
        description: whyNot(error, m.facts_failed_text()),
      })
    }
    void client.invalidateQueries({ queryKey: measurementsQuery(spot.id).queryKey })
  }
  const alt = m.facts_measure_photo({ name: spot.name })
  return (
    <li className={styles.row}>
      {shown && <MarkPhoto media={media} alt={alt} {...namedMarks(measurement.marks)} />}
      <p>
        {[measuredSize(height), length && measuredSize(length)].filter(Boolean).join(' × ')}
        <span className={styles.by}>
          {m.facts_measured_by({
            name: user ? getName(user) : m.facts_someone(),
            deck: sizeText(deck_cm),
          })}
        </span>
      </p>
      <div className={styles.modes}>
        <Button variant="line" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? m.facts_measure_hide() : m.facts_measure_show()}
        </Button>
        {is_own && (
          <Button
            variant="quiet"
            size="sm"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => void remove()}
          >
            {m.facts_measure_delete()}
          </Button>
        )}
      </div>
    </li>
  )
}

/** An obstacle's measurements, each with its marks on the photo, and whether they agree. */
export function Measurements({
  spot,
  measurements,
}: {
  spot: Pick<Spot, 'id' | 'name'>
  measurements: readonly FactMeasurement[]
}) {
  if (measurements.length === 0) return null
  const agreement = agreementText(measurements)
  return (
    <section aria-labelledby="measurements">
      <h3 className={styles.title} id="measurements">
        {m.facts_measurements()}
      </h3>
      {agreement && <p className={styles.hint}>{agreement}</p>}
      <ul className={styles.rows}>
        {measurements.map((measurement) => (
          <Row key={measurement.id} spot={spot} measurement={measurement} />
        ))}
      </ul>
    </section>
  )
}
