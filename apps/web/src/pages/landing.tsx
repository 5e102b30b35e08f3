import { m } from '../i18n/messages.ts'
import { ButtonLink } from '../ui/button.tsx'

export function LandingPage() {
  return (
    <main id="main">
      <h1>{m.shell_tagline()}</h1>
      <ButtonLink href="/auth">Get Started</ButtonLink>
    </main>
  )
}
