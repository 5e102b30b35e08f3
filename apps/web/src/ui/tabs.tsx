import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Roll } from './roll.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  tabs: readonly { value: string; title: string; panel: ReactNode }[]
}

/** Tabs whose marker is a board that rolls from one to the other. */
export function Tabs({ label, value, onChange, tabs }: Props) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List className="tabs-list" aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className="tab">
            {tab.title}
          </Base.Tab>
        ))}
        <Base.Indicator className="tabs-roll">
          <Roll key={value} />
        </Base.Indicator>
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
