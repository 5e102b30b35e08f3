import { m } from '../../../i18n/messages.ts'
import { LanguageChoice } from './language-choice.tsx'
import { Section } from '../section.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** Theme and language. They apply to this device immediately, and to other devices at the next sign-in there. */
export function LooksSection() {
  return (
    <Section id="look" title={m.settings_appearance()}>
      <ThemeChoice />
      <LanguageChoice />
    </Section>
  )
}
