import { captureSignInCode } from './sign-in-code.ts';

captureSignInCode();
