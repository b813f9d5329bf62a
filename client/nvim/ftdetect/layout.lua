-- An autocommand, which older versions have too: vim.filetype.add is not in use there.

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  pattern = '*.layout',
  callback = function()
    vim.bo.filetype = 'layout'
  end,
})
