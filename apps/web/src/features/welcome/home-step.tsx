import { m } from '../../i18n/messages.ts'
import { HomeTownField } from '../home-town/index.ts'
import { WelcomeStep } from './welcome-step.tsx'

/** The welcome step for choosing a hometown. */
export function HomeStep() {
  return (
    <WelcomeStep text={m.welcome_home_text()}>
      <HomeTownField />
    </WelcomeStep>
  )
}
