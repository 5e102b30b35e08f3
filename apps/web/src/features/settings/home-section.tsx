import { m } from '../../i18n/messages.ts'
import { HomeTownField } from '../home-town/index.ts'
import { Section } from './section.tsx'

/** The town somebody skates in, and whether their page shows it. */
export function HomeSection() {
  return (
    <Section id="home" title={m.location_home()}>
      <p className="settings-text">{m.location_home_text()}</p>
      <div className="settings-home">
        <HomeTownField />
      </div>
    </Section>
  )
}
