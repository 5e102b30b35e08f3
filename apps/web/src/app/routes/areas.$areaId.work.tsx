import { createFileRoute, useParams } from '@tanstack/react-router'
import { WorkScreen } from '../../features/stewards/index.ts'
import { m } from '../../i18n/messages.ts'
import { memberOnly } from '../guards.ts'

function WorkPage() {
  const { areaId } = useParams({ from: '/areas/$areaId/work' })
  return <WorkScreen key={areaId} areaId={areaId} />
}

export const Route = createFileRoute('/areas/$areaId/work')({
  beforeLoad: memberOnly,
  component: WorkPage,
  staticData: { title: m.stewards_work, shell: 'dock' },
})
