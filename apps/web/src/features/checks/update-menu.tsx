import type { CheckAnswer } from '@nollie/contract/checks/check-kinds'
import { Ban, CircleCheck, PencilLine, ShieldAlert } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { Menu, MenuItem } from '../../ui/index.ts'

type Props = {
  isGone: boolean
  onAnswer: (answer: CheckAnswer) => void
  onChanged: () => void
  onKickedOut: () => void
}

/** The menu for updating a spot. It's open when mounted. */
export function UpdateMenu({ isGone, onAnswer, onChanged, onKickedOut }: Props) {
  return (
    <Menu label={m.checks_update()} variant="text" defaultOpen>
      <MenuItem icon={<CircleCheck aria-hidden="true" />} onSelect={() => onAnswer('open')}>
        {isGone ? m.checks_update_back() : m.checks_answer_open()}
      </MenuItem>
      {!isGone && (
        <MenuItem icon={<ShieldAlert aria-hidden="true" />} onSelect={onKickedOut}>
          {m.checks_update_kicked_out()}
        </MenuItem>
      )}
      <MenuItem icon={<PencilLine aria-hidden="true" />} onSelect={onChanged}>
        {m.checks_update_changed()}
      </MenuItem>
      {!isGone && (
        <MenuItem icon={<Ban aria-hidden="true" />} onSelect={() => onAnswer('gone')}>
          {m.checks_answer_gone()}
        </MenuItem>
      )}
    </Menu>
  )
}
