-- What a user of the plugin does: sets it up, opens a file, runs :LayoutLens. Then what the server answers besides.
-- Prints one line of JSON and quits.

local function finish(answer)
  io.stdout:write(vim.json.encode(answer), '\n')
  vim.cmd('qa!')
end

local ok, problem = pcall(function()
  require('layout_lens').setup({ cmd = { vim.env.LAYOUT_LENS_NODE, vim.env.LAYOUT_LENS_SERVER, '--stdio' } })
  vim.cmd('filetype on')

  -- The window opens when the answer is there, and is the current one then.
  local function lens(pattern)
    if not vim.wait(20000, function()
      return #vim.diagnostic.get(0) > 0
    end, 50) then
      error('no diagnostics')
    end
    vim.fn.search(pattern)
    local before = vim.api.nvim_get_current_win()
    vim.cmd('LayoutLens')
    if not vim.wait(20000, function()
      return vim.api.nvim_get_current_win() ~= before
    end, 50) then
      error('no window')
    end
    local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
    local relative = vim.api.nvim_win_get_config(0).relative
    vim.cmd('close')
    return { lines = lines, relative = relative }
  end

  local function request(method, pattern, more)
    vim.fn.cursor(1, 1)
    vim.fn.search(pattern, 'c')
    local at = vim.api.nvim_win_get_cursor(0)
    local params = vim.tbl_extend('force', {
      textDocument = { uri = vim.uri_from_bufnr(0) },
      position = { line = at[1] - 1, character = at[2] },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
    local _, answer = next(answers or {})
    if not answer or answer.error then
      error(method .. ': ' .. vim.inspect(answers))
    end
    return answer.result
  end

  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.LAYOUT_LENS_FILE))
  local window = lens('by_rows')
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.LAYOUT_LENS_NOTEBOOK))
  local filetype = vim.bo.filetype
  lens('matrix')
  local whole = { start = { line = 0, character = 0 }, ['end'] = { line = 8, character = 0 } }
  finish({
    window = window,
    filetype = filetype,
    rename = request('textDocument/rename', 'matrix =', { newName = 'table' }),
    folds = request('textDocument/foldingRange', 'matrix'),
    signature = request('textDocument/signatureHelp', 'composition(\\zsmatrix'),
    hints = request('textDocument/inlayHint', 'matrix', { range = whole }),
  })
end)
if not ok then
  finish({ problem = tostring(problem) })
end
