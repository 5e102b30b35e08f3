import { parseImportArea } from '@nollie/contract/imports/area-text'
import { createFileRoute } from '@tanstack/react-router'
import { SkateparksScreen } from '../../features/imports/index.ts'
import { m } from '../../i18n/messages.ts'
import { adminOnly } from '../guards.ts'

/** The part of the map that the admin was looking at, as `box:west,south,east,north`. */
type Search = { area?: string }

function Skateparks() {
  const { area = '' } = Route.useSearch()
  const view = parseImportArea(area)?.kind === 'box' ? area : null
  return <SkateparksScreen key={view} view={view} />
}

export const Route = createFileRoute('/admin/skateparks')({
  beforeLoad: adminOnly,
  validateSearch: ({ area }: Record<string, unknown>): Search => (typeof area === 'string' ? { area } : {}),
  component: Skateparks,
  staticData: { title: m.imports_osm_title, shell: 'dock' },
})
