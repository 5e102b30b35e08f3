import { m } from '../../i18n/messages.ts'
import { StoredAreas } from '../stored-areas/index.ts'
import { Section } from './section.tsx'

/** The map areas that are stored on this device. */
export function StoredAreasSection() {
  return (
    <Section id="areas" title={m.stored_areas_title()}>
      <StoredAreas />
    </Section>
  )
}
