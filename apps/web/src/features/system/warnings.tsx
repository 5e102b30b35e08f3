import type { HealthReport } from '@nollie/contract'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { Notice } from '../../ui/index.ts'
import { warningTexts } from './health-requests.ts'
import styles from './system.module.css'

/** Problems that the operator should fix, most urgent first. */
export function Warnings({ warnings }: { warnings: HealthReport['warnings'] }) {
  if (warnings.length === 0)
    return (
      <Notice icon={<CircleCheck size={20} aria-hidden="true" />} title={m.system_healthy()}>
        {m.system_healthy_text()}
      </Notice>
    )
  return (
    <section className={styles.part} aria-labelledby="health-warnings">
      <h2 id="health-warnings" className={styles.title}>
        {m.system_warnings({ count: warnings.length })}
      </h2>
      <ul className={styles.warnings}>
        {warnings.map((warning) => {
          const { title, text } = warningTexts(warning)
          return (
            <li key={warning.code}>
              <Notice warn icon={<TriangleAlert size={20} aria-hidden="true" />} title={title}>
                {text}
              </Notice>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
