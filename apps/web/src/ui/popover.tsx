import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

type Props = {
  /** The button that opens it. */
  trigger: ReactElement
  title: string
  /** Shows the title; otherwise it is only read out. */
  titled?: boolean
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A small panel beside the button that opens it. */
export function Popover({ trigger, title, titled = false, children, open, onOpenChange }: Props) {
  return (
    <Base.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="popup-place" sideOffset={8} align="end">
          <Base.Popup className="popup max-w-[min(400px,calc(100vw-24px))] p-4">
            <Base.Title className={titled ? 'mb-2 text-display-xs' : 'sr-only'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
