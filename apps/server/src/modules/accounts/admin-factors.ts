/** Whether an admin must prove a second factor before this session counts as an admin's: where `ADMIN_FACTORS` asks for it. */
export const needsAdminFactor = (
  { is_admin, aal }: { is_admin: boolean; aal: number },
  adminFactors: boolean,
): boolean => adminFactors && is_admin && aal < 2
