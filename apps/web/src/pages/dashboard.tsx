import { LaterPage } from './later.tsx'

export const DashboardPage = () => <LaterPage />
