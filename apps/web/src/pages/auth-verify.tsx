export const VerifyPage = () => null
