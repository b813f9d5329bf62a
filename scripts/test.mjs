// The tests, as a program of plain Node: see test.ts.
import { register } from 'tsx/esm/api';

register();
await import('./test.ts');
