import { m } from '../../i18n/messages.ts'
import { HomeTownField } from '../home-town/index.ts'
import { Step } from './step.tsx'

/** Chooses the home town. */
export function HomeStep() {
  return (
    <Step text={m.welcome_home_text()}>
      <HomeTownField />
    </Step>
  )
}
