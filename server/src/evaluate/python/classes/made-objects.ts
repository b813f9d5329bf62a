// Which environments are those of objects that a call makes.

import type { Environment } from '../../model/environment.ts';

const made = new WeakSet<Environment>();

export const noteMade = (env: Environment): void => {
  made.add(env);
};

/** Whether an environment is that of an object that a call makes: what the call leaves out has its default for certain. */
export const isOfMadeObject = (env: Environment): boolean => made.has(env);
