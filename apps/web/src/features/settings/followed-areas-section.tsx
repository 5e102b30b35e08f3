import { m } from '../../i18n/messages.ts'
import { FollowedAreas } from '../stewards/index.ts'
import { Section } from './section.tsx'

/** The areas that the viewer follows or stewards. */
export function FollowedAreasSection() {
  return (
    <Section id="followed-areas" title={m.stewards_followed_areas()}>
      <FollowedAreas />
    </Section>
  )
}
