import { m } from '../../i18n/messages.ts'
import { HomeTownField } from '../home-town/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

/** The hometown, and whether the profile shows it. */
export function HomeSection() {
  return (
    <Section id="home" title={m.home_town_title()}>
      <p className={styles.text}>{m.home_town_text()}</p>
      <div className={styles.home}>
        <HomeTownField />
      </div>
    </Section>
  )
}
