import { useOpenItem, LightboxHost } from '../features/lightbox/index.ts'
import { DashboardPage } from './dashboard.tsx'

/** The dashboard within the router: with the lightbox, whose open item stands in the address. */
export function DashboardScreen() {
  return <DashboardPage onOpen={useOpenItem()} lightbox={<LightboxHost />} />
}
